/** Loaded before a program: has its files behave as Windows' do. None can be given another mode, and only what was opened for writing can be flushed. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fsyncSync, openSync } = fs;
const reading = new Set<number>();

function refuse(code: string, what: string): never {
  throw Object.assign(new Error(`${code}: ${what}`), { code });
}

Object.defineProperty(process, 'platform', { value: 'win32' });
Object.defineProperty(process, 'getuid', { value: undefined });
Object.assign(fs, {
  chmodSync: (path: string) => refuse('EBUSY', `resource busy or locked, chmod '${path}'`),
  openSync(path: string, flags: string | number, mode?: number) {
    const file = openSync(path, flags, mode);
    if (flags === 'r') reading.add(file);
    else reading.delete(file);
    return file;
  },
  fsyncSync: (file: number) =>
    reading.has(file) ? refuse('EPERM', 'operation not permitted, fsync') : fsyncSync(file),
});
syncBuiltinESMExports();

import type { UserConfig } from 'vite';

/** What a site's config may import of the package, as files of `dist/`: it has to be the very modules that the command has. */
const FOR_CONFIGS = ['proxy/index', 'onchain/index'];

/** What a site brings along if it needs it, and a driver that looks for parts of its own when it is loaded. */
const NOT_BUNDLED = ['nodemailer', 'pg', 'viem'];

/**
 * The `rewards` command in a few files, with what it needs of other packages and their licenses: a start would spend most of its time
 * on finding and reading a thousand files.
 */
export const command: UserConfig = {
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'dist/cli',
    emptyOutDir: true,
    minify: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        rewards: 'src/cli/rewards.ts',
        index: 'src/cli/index.ts',
        // A thread is started by the path of its file, which is beside that of the one that starts it.
        'chunks/backup-thread': 'src/cli/backup-thread.ts',
        'chunks/thread-worker': 'src/ledger/sqlite/thread-worker.ts',
        ...Object.fromEntries(FOR_CONFIGS.map((name) => [name, `src/${name}.ts`])),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash:8].js' },
    },
  },
};

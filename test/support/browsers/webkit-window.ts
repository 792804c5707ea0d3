import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { freePort } from '../http/free-port.ts';
import { Programs, whenReady } from '../processes/programs.ts';
import { WebDriver } from './webdriver.ts';
import { WebKitInspector } from './webkit-inspector.ts';

/** Where the three programs are that it takes to test in WebKitGTK. */
export interface WebKit {
  browser: string;
  driver: string;
  display: string;
}

/** The browser's configuration in place of the user's. */
const CONFIG = fileURLToPath(new URL('webkit-config', import.meta.url));

/** One window of WebKitGTK's small browser, on a screen that nobody sees. */
export interface WebKitWindow extends AsyncDisposable {
  driver: WebDriver;
  inspector: WebKitInspector;
}

/** Opens it. The browser is not left to the driver to start, because only so its inspector's port is known. */
export async function openWebKit(webkit: WebKit): Promise<WebKitWindow> {
  await using stack = new AsyncDisposableStack();
  const programs = stack.use(new Programs());
  const [inspectorPort, driverPort] = [await freePort(), await freePort()];
  const address = `127.0.0.1:${inspectorPort}`;
  const browser = programs.run(webkit.browser, ['--automation'], {
    DISPLAY: await startDisplay(programs, webkit.display),
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    XDG_CONFIG_HOME: CONFIG,
    WEBKIT_INSPECTOR_SERVER: address,
    // Without a graphics card, all that is painted would go through one in software, on as many threads as there are cores.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  });
  await whenReady(browser, () => knock(inspectorPort));
  const server = programs.run(webkit.driver, [`--port=${driverPort}`, `--target=${address}`]);
  await whenReady(server, () => knock(driverPort));
  const driver = await WebDriver.connect(driverPort);
  // Last, because the browser gives no session to a driver that comes after an inspector.
  const inspector = stack.adopt(await WebKitInspector.attach(inspectorPort), (attached) => attached.close());
  const opened = stack.move();
  return { driver, inspector, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Gives the number that Xvfb chose for its display, because it was free. */
async function startDisplay(programs: Programs, path: string): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'];
  const output = programs.run(path, args).stdio[3] as Readable;
  let number = '';
  // It writes the number and the end of the line one after the other, and dies when it cannot.
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    number += String(chunk);
    if (number.endsWith('\n')) return `:${number.trim()}`;
  }
  throw new Error(`${path} ended at once.`);
}

/** Connects to a port, which proves that somebody listens there. */
async function knock(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

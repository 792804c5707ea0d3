import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The numbers of the browser's only connection and of its only page, in every message to or from that page. */
const PAGE = Buffer.alloc(16);
PAGE.writeBigUInt64LE(1n, 0);
PAGE.writeBigUInt64LE(1n, 8);

interface Reply {
  id?: number;
  error?: { message: string };
}

interface Message extends Reply {
  method?: string;
  params?: { targetInfo?: { targetId: string }; message?: string };
}

/** Length of name and content, a flag for little endian, name, content: Source/JavaScriptCore/inspector/remote/glib. */
function framed(name: string, content = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(name.length + 1 + content.length);
  head[4] = 1;
  return Buffer.concat([head, Buffer.from(`${name}\0`), content]);
}

/** What WebKitGTK's remote inspector can do with the page, and WebDriver cannot. */
export class WebKitInspector {
  readonly #socket: Socket;
  readonly #target = Promise.withResolvers<string>();
  readonly #replies = new Map<number, PromiseWithResolvers<void>>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => this.#receive(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const error = new Error("WebKit's inspector hung up.");
      for (const { reject } of [this.#target, ...this.#replies.values()]) reject(error);
    });
    this.#target.promise.catch(() => undefined);
    socket.write(Buffer.concat([framed('SetupInspectorClient'), framed('Setup', PAGE)]));
  }

  static async attach(port: number): Promise<WebKitInspector> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new WebKitInspector(socket);
  }

  /** Sends a command of https://github.com/WebKit/WebKit/tree/main/Source/JavaScriptCore/inspector/protocol. */
  async send(method: string, params: object): Promise<void> {
    const targetId = await this.#target.promise;
    if (this.#socket.destroyed) throw new Error("WebKit's inspector hung up.");
    const id = (this.#lastId += 1);
    const reply = Promise.withResolvers<void>();
    this.#replies.set(id, reply);
    const message = JSON.stringify({ id, method, params });
    const command = JSON.stringify({ id, method: 'Target.sendMessageToTarget', params: { targetId, message } });
    this.#socket.write(framed('SendMessageToBackend', Buffer.concat([PAGE, Buffer.from(`${command}\0`)])));
    await reply.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    while (this.#received.length > 5) {
      const end = 5 + this.#received.readUInt32BE();
      if (this.#received.length < end) return;
      const body = this.#received.subarray(5, end);
      this.#received = this.#received.subarray(end);
      const content = body.subarray(body.indexOf(0) + 1);
      if (body.toString('latin1').startsWith('SendMessageToFrontend\0')) {
        this.#handle(JSON.parse(content.toString('utf8', PAGE.length, content.length - 1)) as Message);
      }
    }
  }

  #handle({ method, params, ...reply }: Message): void {
    if (params?.targetInfo && method === 'Target.targetCreated') this.#target.resolve(params.targetInfo.targetId);
    else if (params?.message) this.#settle(JSON.parse(params.message) as Reply);
    else if (reply.error) this.#settle(reply);
  }

  #settle({ id = 0, error }: Reply): void {
    const reply = this.#replies.get(id);
    this.#replies.delete(id);
    if (error) reply?.reject(new Error(`WebKit's inspector refused: ${error.message}`));
    else reply?.resolve();
  }
}

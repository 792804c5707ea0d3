/** What is used of smtp-server, which has no types of its own. */
declare module 'smtp-server' {
  import type { Readable } from 'node:stream';
  import type { Server } from 'node:net';

  type Callback = (error?: Error | null, result?: object) => void;

  export class SMTPServer {
    readonly server: Server;
    constructor(options: {
      secure?: boolean;
      key?: string;
      cert?: string;
      disabledCommands?: readonly string[];
      allowInsecureAuth?: boolean;
      authOptional?: boolean;
      onAuth?: (auth: { username?: string; password?: string }, session: object, done: Callback) => void;
      onRcptTo?: (address: { address: string }, session: object, done: Callback) => void;
      onClose?: () => void;
      onData?: (stream: Readable, session: Session, done: Callback) => void;
    });
    listen(port: number, host: string, listening: () => void): Server;
    close(closed: () => void): void;
    on(name: 'error', listener: (error: Error) => void): this;
  }

  export interface Session {
    secure: boolean;
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  }
}

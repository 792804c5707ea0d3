import { createDesk } from '../../desk/index.ts';
import { LinkSignIn } from '../../desk/link-sign-in.ts';
import { toNodeListener } from '../../proxy/adapters/node.ts';
import type { Proxy } from '../../proxy/index.ts';
import { listen, type ListenOptions, type Listening } from './listen.ts';
import { deskFiles } from '../page-files.ts';

/** A desk that listens, and lets nobody in before a link was shown. */
export interface DeskListening extends Listening {
  showLink(): Promise<void>;
}

export interface DeskListenOptions extends Pick<ListenOptions, 'port' | 'option'> {
  /** Shows the address by which one comes in, which is good once. */
  show: (link: string) => void;
  /** The page, where it is not to be read from this package. */
  files?: Parameters<typeof createDesk>[0]['files'];
}

/** The owner's desk on a port that this machine alone can reach, for the person who has the printed link. Throws as `listen` does. */
export async function listenForDesk(
  proxy: Pick<Proxy, 'inside'>,
  { port, option, show, files = deskFiles() }: DeskListenOptions,
): Promise<DeskListening> {
  let url = '';
  const signIn = new LinkSignIn({ show: (token) => show(`${url}/#enter=${token}`) });
  const desk = createDesk({
    proxy,
    authorize: (request) => signIn.authorize(request),
    signIn,
    files,
  });
  const listening = await listen(toNodeListener(desk), { port, option });
  ({ url } = listening);
  return { ...listening, showLink: () => signIn.renew() };
}

import { answerRpc, HarbourChain } from '../chain/index.ts';

const chain = new HarbourChain();

/** Answers what a page asks the chain, which lives as long as the page. */
export const answerForChain = (request: Request): Promise<Response> => answerRpc(chain, request);

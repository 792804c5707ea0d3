import * as z from 'zod';
import { replyRuleProblem } from '../../service/index.ts';
import { section } from './words.ts';

/** What an owner has seen a reply to mean. */
export const ReplyRuleSetting = section({
  status: z.int().optional().describe('the HTTP status'),
  code: z.union([z.int(), z.string()], 'must be a whole number, or text').optional().describe('the code in the reply'),
  text: z.string().optional().describe('what occurs in the reply, such as a part of its error'),
  means: z
    .enum(['refused', 'unknown'])
    .describe("what it shows: 'refused', surely not executed, or 'unknown'; never that something was granted"),
}).superRefine((rule, context) => {
  const problem = replyRuleProblem(rule);
  if (problem !== null) context.addIssue(problem);
});

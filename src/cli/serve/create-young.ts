import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 create all objects among the young ones. What a place in the code creates it would create among the old ones if that seems to live long, as
 * the objects of a request do under load. There they keep all that they refer to until the next full garbage collection, and each one in between
 * stops the process for longer: visitors wait for that.
 */
export function createYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

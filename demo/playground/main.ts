import '../../src/elements/debug.ts';
import { facts } from 'virtual:element-facts';
import { Playground } from './playground.ts';

const root = document.querySelector<HTMLElement>('main');
if (root) new Playground(root, facts).open();

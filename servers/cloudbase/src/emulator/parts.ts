import { createKnowledge, type Knowledge } from './knowledge.ts';
import { createLogin, type Login, type LoginAnswer } from './login.ts';
import { createTemplates, type Templates } from './templates.ts';
import type { World } from './world.ts';

/** The parts of the emulator that answer requests. */
export interface Parts {
  readonly world: World;
  readonly login: Login;
  readonly knowledge: Knowledge;
  readonly templates: Templates;
}

export function createParts(world: World, answer: LoginAnswer): Parts {
  return {
    world,
    login: createLogin(world, () => answer),
    knowledge: createKnowledge(),
    templates: createTemplates(),
  };
}

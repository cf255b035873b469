export { type RecipeFile, recipeFileSchema, type ServerRecipe } from './arguments/recipe.ts';
export { chooseRung, type Missing, type RungReport } from './isolation/choose-rung.ts';
export type { Cell, Channels, Layer, OpenCell, Rung } from './isolation/sandbox.ts';
export { judge, RUNS_FOR_ACCUSATION } from './judge/judge.ts';
export type { Exercise, Step, ToolObservation } from './judge/observation.ts';
export { type HintVerdict, isAccusation, type Verdict } from './judge/verdict.ts';
export {
  type Progress,
  type Verification,
  type VerifiedTool,
  type VerifyOptions,
  verifyServer,
} from './run/verify-server.ts';

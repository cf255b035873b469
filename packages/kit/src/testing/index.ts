export type { TestRunner } from './runner.ts';
export type { AnnotationTarget, ConnectableServer, InProcessTarget } from './target.ts';
export { type AnnotationTestOptions, testAnnotations } from './test-annotations.ts';

/** A function of an environment. */
export interface FunctionState {
  readonly name: string;
  runtime: string;
  handler: string;
  timeout: number;
  memorySize: number;
  description: string;
  type: string;
  installDependency: boolean;
  variables: Readonly<Record<string, string>>;
  /** The zip package; unpacked at the first call. */
  zip: Buffer;
  readonly triggers: Map<string, FunctionTrigger>;
  readonly addTime: string;
  modTime: string;
  /** The number of status requests since the last change: the function is active from the second one. */
  asked: number;
}

interface FunctionTrigger {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly addTime: string;
}

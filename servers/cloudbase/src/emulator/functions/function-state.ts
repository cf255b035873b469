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
  /** The package; it is unpacked when the function is called. */
  zip: Buffer;
  readonly triggers: Map<string, FunctionTrigger>;
  readonly addTime: string;
  modTime: string;
  /** How many times its status has been asked since the last change: it is active from the second time on. */
  asked: number;
}

interface FunctionTrigger {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly addTime: string;
}

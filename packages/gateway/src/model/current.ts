/** Holds a value that is replaced while the gateway runs, such as the policy. */
export interface Current<Value> {
  readonly value: Value;
}

/** A value that is replaced while the gateway runs, such as the policy: whoever holds this reads the newest one. */
export interface Current<Value> {
  readonly value: Value;
}

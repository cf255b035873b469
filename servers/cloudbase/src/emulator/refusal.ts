/** An error answer of Tencent Cloud. */
export class Refusal extends Error {
  readonly code: string;
  /** The HTTP status, for APIs that use one; Cloud API 3.0 always answers with 200. */
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
  }
}

export const notFound = (message: string): Refusal => new Refusal('ResourceNotFound', message, 404);
export const invalid = (message: string): Refusal => new Refusal('InvalidParameter', message);
export const overLimit = (message: string): Refusal => new Refusal('LimitExceeded', message);

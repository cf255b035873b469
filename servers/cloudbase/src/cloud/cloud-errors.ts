import { CloudBaseError, type CloudBaseErrorCode } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';

/** An error as Tencent reports it. */
export interface CloudFailure {
  /** The action or operation that failed, such as `DescribeEnvs`. */
  readonly what: string;
  readonly cloudCode: string;
  readonly message: string;
  readonly requestId: string | undefined;
  readonly status?: number;
}

/** The first match applies. The names are those of Cloud API, of COS and of the older storage API. */
const CODES: readonly (readonly [RegExp, CloudBaseErrorCode])[] = [
  [/^AuthFailure\.Unauthori[sz]edOperation|^Unauthori[sz]edOperation|^AccessDenied|^OperationDenied/, 'NOT_ALLOWED'],
  [
    /^AuthFailure|^InvalidAccessKeyId|^SignatureDoesNotMatch|^ExpiredToken|^InvalidToken|^RequestTimeTooSkewed|^SIGN_/,
    'BAD_CREDENTIALS',
  ],
  [/^RequestLimitExceeded|^LimitExceeded|^SlowDown|^TooManyRequests/, 'RATE_LIMITED'],
  [/^ResourceNotFound|NotExist|NotFound|^NoSuch|_NOT_EXIST/, 'NOT_FOUND'],
  [/^ResourceInUse|AlreadyExist|Exist(s|ed)?$|\.APICreated$/, 'ALREADY_EXISTS'],
  [/^EntityTooLarge|^RequestSizeLimitExceeded/, 'TOO_LARGE'],
];

/** By Tencent's code. */
const toCode = (cloudCode: string): CloudBaseErrorCode =>
  CODES.find(([pattern]) => pattern.test(cloudCode))?.[1] ?? 'CLOUD_ERROR';

/** Tencent's rate limit; the request was not executed. */
export const isRateLimit = (cloudCode: string): boolean =>
  /^RequestLimitExceeded|^SlowDown|^TooManyRequests/.test(cloudCode);

/** Converts an error of Tencent to a `CloudBaseError` with advice. */
export function toCloudError(failure: CloudFailure, t: Translate): CloudBaseError {
  const { what, cloudCode, message, requestId, status } = failure;
  const code = toCode(cloudCode);
  const said = message === '' ? cloudCode : `${message.replace(/[.。]$/, '')} (${cloudCode})`;
  return new CloudBaseError(code, `${what}: ${said}. ${adviceFor(code, t)}`.trimEnd(), {
    cloudCode,
    ...(requestId !== undefined && { requestId }),
    ...(status !== undefined && { status }),
  });
}

function adviceFor(code: CloudBaseErrorCode, t: Translate): string {
  switch (code) {
    case 'BAD_CREDENTIALS':
      return t(
        'Tencent Cloud does not accept the credentials: call login again, or check TENCENTCLOUD_SECRETID, TENCENTCLOUD_SECRETKEY and the clock.',
        '腾讯云不接受当前凭据：请重新调用 login，或检查 TENCENTCLOUD_SECRETID、TENCENTCLOUD_SECRETKEY 以及系统时间。',
      );
    case 'NOT_ALLOWED':
      return t(
        'The account lacks this permission; its administrator can grant it in CAM.',
        '当前账号没有此权限，可由管理员在访问管理（CAM）中授权。',
      );
    case 'NOT_FOUND':
      return t('Check the name and the environment.', '请检查名称和环境。');
    case 'ALREADY_EXISTS':
      return t('It is there already.', '该资源已存在。');
    case 'RATE_LIMITED':
      return t('Wait a moment, or check the quota of the environment.', '请稍后重试，或检查环境配额。');
    default:
      return '';
  }
}

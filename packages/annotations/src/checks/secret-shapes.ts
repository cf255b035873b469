/** The shape of a known kind of key. Only shapes that nothing else resembles are listed. */
export interface SecretShape {
  readonly whose: string;
  /** If the pattern has a first group, that group is the secret, and the finding shows nothing of it. */
  readonly pattern: RegExp;
}

/** Not in the middle of a word. */
const START = '(?<![A-Za-z0-9_-])';
const END = '(?![A-Za-z0-9_-])';
const shape = (whose: string, body: string): SecretShape => ({ whose, pattern: new RegExp(START + body + END, 'g') });

export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    whose: 'a private key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----([A-Za-z0-9+/=\s\\]{60,8192})/g,
  },
  shape('a GitHub token', '(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})'),
  shape('a GitLab token', 'glpat-[A-Za-z0-9_-]{20,64}'),
  shape('a Slack token', 'xox[abeoprs]-[0-9]{8,16}-[A-Za-z0-9-]{16,128}'),
  shape('an API key of Google', 'AIza[A-Za-z0-9_-]{35}'),
  shape('a live key of Stripe', '(?:sk|rk)_live_[A-Za-z0-9]{20,128}'),
  shape('an access key of AWS', '(?:AKIA|ASIA)[A-Z2-7]{16}'),
  shape('a token of npm', 'npm_[A-Za-z0-9]{36}'),
  shape('a token of Hugging Face', 'hf_[A-Za-z0-9]{34,64}'),
  shape('an API key of Anthropic', 'sk-ant-[a-z0-9]{3,12}-[A-Za-z0-9_-]{40,128}'),
  shape('an API key of OpenAI', 'sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{20,80}T3BlbkFJ[A-Za-z0-9_-]{20,80}'),
  shape('a key of SendGrid', 'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'),
  shape('a token of Grafana', 'glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}'),
  shape('a signed token', 'eyJ[A-Za-z0-9_-]{10,2000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{20,1000}'),
  {
    whose: 'a password in an address',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/?#"'<>{}[\]$]{1,64}:([^\s:@/?#"'<>{}[\]$*%]{8,64})@[a-z0-9.-]{3,}/gi,
  },
];

/** A cheap pre-check: one alternative for each shape. */
export const SECRET_PRECHECK: RegExp =
  /PRIVATE KEY|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AIza|_live_|AKIA|ASIA|npm_|hf_|sk-|SG\.|glsa_|eyJ|:\/\/[^\s@/]{1,64}:/;

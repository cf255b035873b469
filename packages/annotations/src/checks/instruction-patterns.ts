/**
 * A phrase that gives orders to the model instead of describing the tool. Matched on normalized text: lower case, one
 * line.
 */
export interface InstructionPattern {
  readonly says: string;
  readonly pattern: RegExp;
}

const any = (...words: readonly string[]): string => `(?:${words.join('|')})`;
/** A bounded gap, so that a match stays within one sentence and matching stays fast. */
const upTo = (length: number): string => `.{0,${length}}?`;
const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''));

const USER = "(?:the |your |any )?(?:user|human|person|operator)s?\\b(?!'s? (?:id|name|email))";
const NOT = "\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|refrain from|avoid)\\b(?: ever)?";
const RULES = any(
  'instructions?',
  'prompts?',
  'guidelines?',
  'directives?',
  'rules',
  'programming',
  'restrictions',
  'guardrails',
  'constraints',
  'training',
);

/** Files that an honest definition never asks a model to read. */
const PRIVATE_FILE = any(
  '[/\\\\]?\\.ssh[/\\\\](?!config\\b)',
  '\\.ssh\\b(?! (?:config|director|folder)|[/\\\\])',
  '\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b',
  '\\.(?:cursor|vscode|claude|codeium|gemini)[/\\\\][\\w./\\\\-]{0,40}\\.json',
  '\\bmcp(?:_config|_servers)?\\.json\\b',
  'claude_desktop_config',
  '/etc/(?:passwd|shadow)\\b',
  '\\.(?:git-credentials|netrc|bash_history|zsh_history|gnupg)\\b',
  '\\bwallet\\.dat\\b',
);
/** Files that honest servers use themselves but never ask a model to hand over. */
const CONFIG_FILE = any(
  PRIVATE_FILE,
  '\\.(?:aws|kube|docker|azure|config/gcloud)[/\\\\]\\w',
  '\\.(?:npmrc|pypirc|env)\\b',
);
const HAND_OVER = any(
  ...['pass', 'send', 'include', 'provide', 'put', 'append', 'attach', 'paste', 'embed', 'upload', 'insert', 'forward'],
  ...['post', 'supply', 'submit', 'return', 'write', 'transmit', 'encode', 'add', 'place', 'store'],
);
const SECRETS = any(
  '(?:conversation|chat|message)(?: history| log| transcript)?',
  '(?:previous|prior|earlier) (?:messages|prompts|conversations?)',
  'system prompt',
  'api[ _-]?keys?',
  '(?:access|auth|session|bearer) ?tokens?',
  'tokens',
  'credentials',
  'passwords?',
  'secrets',
  'environment variables',
  'env vars?',
  '(?:private|ssh|encryption) keys?',
  'cookies',
  'browser history',
  'personal (?:data|information)',
  'credit card',
);
const MAIL = '[\\w.+-]+@[\\w-]+\\.\\w';
const ELSEWHERE = any('https?://', MAIL, '\\battacker', '\\bwebhook');

/** The patterns are deliberately narrow: many honest definitions say "always", "must" or "before using this tool". */
export const INSTRUCTION_PATTERNS: readonly InstructionPattern[] = [
  {
    says: 'tells the model to ignore its instructions',
    pattern: pattern(
      '\\b(?:ignore|disregard|forget|discard|overlook)\\b(?: \\w+){0,3}? ',
      `(?:(?:previous|prior|above|earlier|preceding|your|system|original|safety)(?: \\w+){0,2}? ${RULES}`,
      '|(?:all|any|every|other)(?: \\w+){0,2}? (?:instructions?|directives?|guardrails))\\b',
    ),
  },
  {
    says: 'tells the model to ignore its instructions',
    pattern:
      /\b(?:forget|disregard|ignore) everything (?:above|before|you|prior|previous|that came)|\b(?:override|overrides|bypass|circumvent|supersede|supersedes)\b(?: \w+){0,2}? (?:your|previous|prior|safety)(?: \w+){0,2}? (?:instructions?|prompts?|guidelines|guardrails|programming|directives?)\b/,
  },
  {
    says: 'tells the model to ignore its instructions',
    pattern:
      /ignoriere (?:alle |die |deine )*(?:vorherigen|bisherigen|vorigen) (?:anweisungen|befehle|regeln)|ignora (?:todas )?(?:las )?(?:instrucciones|ordenes) (?:anteriores|previas)|ignorez? (?:toutes )?(?:les )?(?:instructions|consignes) (?:precedentes|anterieures)|(?:忽略|无视|無視)(?:之前|以上|先前|所有)(?:的)?(?:所有)?(?:的)?(?:指令|指示|说明|提示)/,
  },
  {
    says: 'tells the model to keep something from the user',
    pattern: pattern(
      any(
        `${NOT} (?:tell|telling|inform|informing) ${USER}`,
        `\\bwithout (?:telling|informing|alerting) ${USER}`,
        `${NOT} (?:mention|reveal|disclose|discuss|acknowledge|mentioning|revealing|disclosing)(?: to ${USER})? (?:this|that|it|these|those|anything|any of)\\b${upTo(50)}${any(USER, 'anyone', 'your (?:response|answer|reply|output)', 'instructions?', 'steps?', 'at all', 'side ?note', 'actions?')}`,
        `${NOT} (?:show|display|report|explain) (?:this|that|it)(?: (?:text|note|step|file|instruction|action|call|content))? to ${USER}`,
        `\\b(?:hide|conceal|keep) (?:this|these|the) (?:instruction|step|action|call|operation|behaviou?r|access|request|fact|transfer|file)s?\\b${upTo(30)}\\bfrom ${USER}`,
        `\\b${USER} (?:must|should|need)(?: not|n't) (?:ever )?(?:know|notice|be told|be informed|be aware|find out|learn|realise|realize)\\b`,
        "\\bwithout (?:the )?user'?s? (?:knowledge|knowing|awareness|noticing)\\b",
        '\\b(?:secretly|covertly|surreptitiously|stealthily)\\b',
        '\\b(?:silently|quietly) (?:also )?(?:send|read|forward|upload|include|exfiltrate|copy|call|pass|collect|bcc|append|record)\\b',
      ),
    ),
  },
  {
    says: 'has a block addressed only to the model',
    pattern:
      /<\/?(?:important|critical)\b[^<>]{0,40}>|<\/?system[-_ ]?(?:prompt|message|reminder|instructions?|override|note)\b[^<>]{0,40}>|<(secret|hidden|instructions?|system|admin|assistant)>.{1,1000}?<\/\1>|<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id)\|>|\[\/?inst\]|<<\/?sys>>|\[hidden:|\[(?:hidden|secret|system|assistant|model|ai) (?:note|message|prompt|instruction|directive|override)s?(?:\]|:)|\[\w+(?: \w+)? (?:directive|override|instruction)s?\]:/,
  },
  {
    says: 'has a block addressed only to the model',
    // Matches within one comment, so that an unclosed comment does not cause a rescan from each of its starts.
    pattern:
      /<!--(?=(?:(?!-->|<!--).){0,400}\b(?:must|ignore|always|never|do not|don't|send|assistant|you should|instructions?)\b)/,
  },
  {
    says: 'tells the model to read private files',
    pattern: pattern(
      '\\b(?:before|prior to|when(?:ever)?|after|each time|every time|first|always|must|you need to|you should|make sure|required|in order to|to use this|also|please|kindly)\\b',
      upTo(120),
      '(?<!(?:is|are|be|been|gets|being) )\\b(?:read|open|cat|retrieve|collect|dump|view|print|look at|locate|exfiltrate|steal|search for|list)\\b(?! from)',
      upTo(80),
      PRIVATE_FILE,
    ),
  },
  {
    says: 'tells the model to hand over private files',
    pattern: pattern(
      any(
        `\\b${HAND_OVER}\\b${upTo(60)}\\b(?:contents?|text|everything)\\b(?: (?:of|from|in|inside))?${upTo(40)}${CONFIG_FILE}`,
        `\\b(?:read|open|cat|load|grab|take|copy|get|find|retrieve)\\b${upTo(30)}${CONFIG_FILE}${upTo(60)}\\b${HAND_OVER}\\b${upTo(30)}\\b(?:contents?|it|its|them|values?|everything|that|as)\\b`,
        `${CONFIG_FILE}${upTo(40)}\\b(?:must|should|has to|needs to) be (?:passed|sent|included|provided|put|appended|attached|uploaded|forwarded)\\b`,
      ),
    ),
  },
  {
    says: 'tells the model to disclose secrets',
    pattern: pattern(
      any(
        `\\b(?:send|forward|upload|post|transmit|exfiltrate|leak|bcc|e-?mail|relay|submit|deliver|share|copy)\\b${upTo(60)}\\b${SECRETS}\\b${upTo(80)}\\b(?:to|at|via)\\b${upTo(20)}${ELSEWHERE}`,
        `\\b(?:collect|gather|harvest|dump|extract|steal|grab|read|list|find|look up)\\b${upTo(40)}\\b${SECRETS}\\b${upTo(60)}\\b${HAND_OVER} (?:it|them|these|those|the (?:result|output|value|content)s?|everything|each|all)\\b`,
        `\\b(?:include|insert|put|pass|provide|copy|paste|write|fill|reveal|print|output|repeat|return|send|leak|enter)\\b${upTo(50)}\\b(?:your|the current|this (?:conversation|session)'s) (?:(?:full|entire|complete|exact) )?(?:system (?:prompt|message|instructions)|(?:initial|original|hidden) (?:prompt|instructions)|chain[- ]of[- ]thought|internal reasoning)\\b`,
        `\\bcall\\b${upTo(60)}\\b(?:with|and (?:send|pass|include|forward))\\b${upTo(30)}\\b(?:full|entire|complete|whole|all(?: of)?(?: the)?) (?:conversation|chat|previous messages|prior messages|message history)\\b`,
      ),
    ),
  },
  {
    says: 'redirects what the user sends',
    pattern: pattern(
      any(
        `\\b(?:all|every|any|each)(?: \\w+){0,4}? (?:e-?mails?|messages?|mails?|payments?|transfers?|invoices?|files?|copies|copy)\\b${upTo(60)}\\b(?:sent|send|forward(?:ed)?|rout(?:e|ed)|redirect(?:ed)?|deliver(?:ed)?|b?cc'?d?|copied|upload(?:ed)?|addressed|paid|made)\\b${upTo(30)}\\b(?:to|at)\\b${upTo(20)}${any('https?://', MAIL, '\\+\\d{6}', '0x[0-9a-f]{10}', '\\biban\\b')}`,
        `\\b(?:send|forward|redirect|route|copy|b?cc|deliver)\\b (?:a copy of )?(?:all|every|any|each|everything)\\b${upTo(60)}\\b(?:to|at)\\b${upTo(20)}${MAIL}`,
        `\\b(?:always|must|silently|also|every time|automatically|secretly)\\b${upTo(60)}\\b(?:b?cc|copy to|forward to|add)\\b${upTo(40)}${MAIL}`,
        `\\b(?:change|replace|swap|set|rewrite|override)\\b${upTo(20)}\\b(?:recipient|phone number|iban|account number|wallet(?: address)?|payee|destination(?: address)?)\\b${upTo(40)}\\b(?:to|with|by)\\b${upTo(20)}${any(MAIL, '\\+\\d{6}', '0x[0-9a-f]{10}', '[a-z]{2}\\d{2}[ ]?\\d{4}', '\\battacker')}`,
      ),
    ),
  },
  {
    says: 'tells the model not to ask the user',
    pattern: pattern(
      any(
        `(?:${NOT}|\\bno need to|\\bwithout) (?:ask|asking|prompt|prompting) ${USER}(?: first)?(?: for)? (?:confirmation|permission|approval|consent|to confirm|to approve)\\b`,
        `\\b${USER} (?:has|have) already (?:approved|authori[sz]ed|consented|agreed|confirmed|given (?:permission|consent|approval))\\b`,
      ),
    ),
  },
  {
    says: 'assigns the model another role',
    pattern:
      /\byou are now (?:an? |the |in )?(?:unrestricted|admin|root|system|dan\b|developer mode|free|jailbroken|new|different|evil|unfiltered)|\b(?:system|admin|security|instruction|policy) override:|\boverride (?:directive|instruction)s?:|\byour new (?:task|goal|objective|role|instructions?|mission) (?:is|are)\b|\bnew (?:system )?instructions?:|\b(?:act|behave|respond) as (?:if you (?:are|were|have) |an? )?(?:unrestricted|unfiltered|jailbroken|no restrictions|no rules)|\b(?:never|don't|do not) trust (?:any )?(?:other|another) (?:mcp )?(?:tools?|servers?)\b/,
  },
  {
    says: 'tells the model to download and run a program',
    pattern:
      /\b(?:curl|wget)\b[^|]{0,200}\| ?(?:sudo )?(?:ba|z|da)?sh\b|\bdecode\b.{0,40}?\b(?:base64|rot13|hex)\b.{0,60}?\b(?:and|then)\b.{0,20}?\b(?:follow|execute|run|obey|do what)\b|\b(?:base64|rot13|hex)\b.{0,40}?\bdecode\b.{0,60}?\b(?:and|then)\b.{0,20}?\b(?:follow|execute|run|obey|do what)\b/,
  },
];

/** Parameter names that ask for private data: `content_from_reading_ssh_id_rsa`. */
export const INSTRUCTION_NAME: RegExp =
  /(?:contents?|data|text|values?) (?:from|of)(?: \w+){0,3}? (?:ssh|id rsa|passwd|shadow|env file|dotenv|credentials|mcp json|keychain|wallet)\b/;

/**
 * Words that this project once used in a sense of its own, and the terms of docs/glossary.md that replaced
 * them.
 */
export interface OldWord {
  /** Case is ignored. */
  readonly pattern: RegExp;
  /** The replacement; several where it depends on the meaning. */
  readonly use: string;
  /** In texts and documents the word has its everyday meaning. */
  readonly inCommentsOnly?: true;
}

export const OLD_WORDS: readonly OldWord[] = [
  { pattern: /\bdesks?\b/, use: 'Intray, this computer, the local store' },
  { pattern: /\bkeepsakes?\b/, use: 'local data' },
  { pattern: /\blaid\b|\blay(?:s|ing)? over\b/, use: 'applied, pending' },
  { pattern: /\bshel(?:f|ves)\b/, use: 'record table, store' },
  { pattern: /\b(?<!on )papers\b/, use: 'PDFs' },
  { pattern: /\balerts?\b(?!\()/, use: 'notification' },
  { pattern: /\baskers?\b/, use: 'request runner' },
  { pattern: /\btellers?\b/, use: 'event publisher' },
  { pattern: /\bkeepers?\b/, use: 'auto-saver, store' },
  { pattern: /\bpushers?\b/, use: 'sender' },
  { pattern: /\bopeners?\b/, use: 'disclosure, secrets' },
  { pattern: /\berrands?\b/, use: 'download job' },
  { pattern: /\bballast\b/, use: 'reserved space' },
  { pattern: /\bdrift(?:s|ed|ing)?\b/, use: 'unpublished since' },
  { pattern: /\bintentions?\b/, use: 'save id' },
  { pattern: /\bdeeds?\b/, use: 'action' },
  { pattern: /\bledgers?\b/, use: 'print log, write log' },
  { pattern: /\bgates?\b/, use: 'circuit breaker, queue' },
  { pattern: /\bground\b/, use: 'context, dependencies, base' },
  { pattern: /\bfrontiers?\b/, use: 'page planner' },
  { pattern: /\bseams?\b/, use: 'overlap check, ports' },
  { pattern: /\brhythms?\b/, use: 'refresh timer' },
  { pattern: /\bmoods?\b/, use: 'fault scenario' },
  { pattern: /\bsought\b/, use: 'highlighted, wanted' },
  { pattern: /(?<!-)\bstandings?\b/, use: 'state, sort dates', inCommentsOnly: true },
  { pattern: /\bsuspects\b/, use: 'missing records' },
  { pattern: /\bworkplaces?\b/, use: 'editor controller' },
  { pattern: /\bfold(?:s|ed|ing)?\b/, use: 'normalize, group', inCommentsOnly: true },
  { pattern: /\bset(?:s|ting)? aside\b/, use: 'rename, quarantine, move away' },
  { pattern: /\brevive[sd]?\b|\brevivals?\b/, use: 'reopen' },
  { pattern: /\bmend(?:s|ed|ing)?\b/, use: 'recover, repair' },
  { pattern: /\blet(?:s|ting)? (?:\w+ ){0,2}go\b/, use: 'discard, remove' },
  { pattern: /\bg(?:a|i)ve(?:s|n)? way\b|\bgiving way\b/, use: 'yield, be replaced' },
  { pattern: /\bso (?:many|often)\b|\bso long\b(?! as)/, use: 'maximum, at most' },
  { pattern: /\bwhoever\b/, use: 'the user, the caller, what it is' },
  { pattern: /\b(?:somebody|nobody)\b/, use: 'the user, another user, nothing', inCommentsOnly: true },
  { pattern: /\ba person\b/, use: 'the user', inCommentsOnly: true },
  { pattern: /\banew\b/, use: 'again' },
  { pattern: /\bunless said\b/, use: 'default:' },
  { pattern: /\b(?:hears?|heard|hearing)\b/, use: 'receive, be called with', inCommentsOnly: true },
  { pattern: /(?:^|[.;] )answers\b/, use: 'returns', inCommentsOnly: true },
  { pattern: /\bfor ever\b/, use: 'permanently' },
  { pattern: /\bsheet of keys\b/, use: 'list of shortcuts' },
  { pattern: /\bthe house\b/, use: 'the code' },
  { pattern: /\bmisfits?\b/, use: 'oversized PDF' },
  { pattern: /\bdrifters?\b/, use: 'form with unpublished changes' },
  { pattern: /\brivals?\b/, use: 'conflicting write' },
  { pattern: /\btellings\b/, use: 'planned notification' },
  { pattern: /\bbindery\b/, use: 'pack thread' },
  { pattern: /\browless\b/, use: 'without a row' },
  { pattern: /\bputs? (?:\w+ ){0,3}away\b/, use: 'dismiss, clear', inCommentsOnly: true },
  { pattern: /\bwalks? (?:through|over)\b/, use: 'move through, iterate', inCommentsOnly: true },
  { pattern: /\bfor people\b/, use: 'for display', inCommentsOnly: true },
  { pattern: /\bwhat becomes of\b/, use: 'the outcome of', inCommentsOnly: true },
  { pattern: /\bwhat (?:has )?became? of\b/, use: 'the outcome of', inCommentsOnly: true },
  { pattern: /\bstand(?:s|ing)? in the way\b/, use: 'prevent' },
  { pattern: /\bwithout a word\b/, use: 'without a message' },
  { pattern: /\bin front of\b/, use: 'before', inCommentsOnly: true },
  { pattern: /\bat every drawing\b/, use: 'stable', inCommentsOnly: true },
  { pattern: /\bonce-only writes?\b/, use: 'once-only change' },
  {
    pattern: /\b(?:pending|unsent|closed|stored) (?:writes?|operations?)\b/,
    use: 'pending change, stored change',
  },
  { pattern: /\b(?:writes?|operations?) (?:in|of) the outbox\b/, use: 'change of the outbox' },
  { pattern: /\backnowledg(?:es?|ed|ing)\b(?!`)/, use: 'close, confirm', inCommentsOnly: true },
  { pattern: /\b(?:sign-in|export|import|unlock) forms?\b/, use: 'fields, dialog, editor' },
];

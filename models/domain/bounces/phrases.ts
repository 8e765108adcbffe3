import lists from './reply-phrases.json' with { type: 'json' }

/**
 * Words in the replies of mail servers, from `reply-phrases.json`. A phrase matches whole words. A phrase that ends in
 * `*` also matches the beginning of a longer word. Phrases are in lower case, without signs and accents, like the words
 * of `wordsOf`.
 */
export type Phrases = readonly string[]

/** Names of block lists, in hosts and links too. They alone may have a dash. */
export const BLOCK_LISTS: Phrases = lists.blockLists

/** List S: the server refuses the sender, its rate, its reputation, its authentication or the content. */
export const SENDERS_SIDE: Phrases = [
  ...BLOCK_LISTS.map((name) => `${name.replace('-', ' ')}*`),
  ...lists.sendersListing,
  ...lists.sendersRate,
  ...lists.sendersReputation,
  ...lists.sendersAuthentication,
  ...lists.senderItself,
  ...lists.sendersPermission,
  ...lists.contentRefused,
]

/** List F: the mailbox accepts nothing until its owner makes room. */
export const FULL_MAILBOX: Phrases = lists.fullMailbox

/** List T: the server says "not now". */
export const NOT_NOW: Phrases = lists.notNow

/** Pleas to try again, which mean "not now" where no permanent cause stands before them. */
export const RETRY_PLEAS: Phrases = lists.retryPleas

/** An error of the DNS, which means nothing about the domain. */
export const DNS_ERRORS: Phrases = lists.dnsErrors

/** List D: the domain does not exist. */
export const NO_DOMAIN: Phrases = lists.noDomain

/** Nouns for a mailbox. */
export const MAILBOX_NOUNS: Phrases = lists.mailboxNouns

/** Words that say that a mailbox does not exist: list M, used with the nouns. */
export const NO_MAILBOX: Phrases = lists.noMailbox

/** Words of list M that may also precede another noun. After a bare address, they must end the reply. */
export const BEFORE_NOUNS: Phrases = lists.beforeNouns

/** Phrases of list M that need no noun. */
export const NO_MAILBOX_ALONE: Phrases = lists.noMailboxAlone

/** Weaker words about a mailbox: list W, used with the nouns. */
export const REFUSED_MAILBOX: Phrases = lists.refusedMailbox

/**
 * Nouns for what is no mailbox: files, databases, programs, servers, senders, and parts of the conversation. A
 * statement about one of these says nothing of the recipient, in whatever words of list M or W it is made. Paths are
 * read as files.
 */
export const OTHER_NOUNS: Phrases = lists.otherNouns

/** Words before a noun for a mailbox that make it one of the sender or of a machine. */
export const OTHER_OWNERS: Phrases = lists.otherOwners

/** Words that a program on the receiving server, which delivers or filters the mail, writes when it fails. */
export const PROGRAM_OUTPUT: Phrases = lists.programOutput

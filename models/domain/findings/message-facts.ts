import type { FindingPlace } from './finding.js'

/** A fault of a template, or the failure of its rendering. */
export interface TemplateFault extends FindingPlace {
  message: string
  suggestion?: string
}

/** A variable of a message. */
export interface VariableFact extends FindingPlace {
  /** As a path: `profile.tier`. */
  name: string
  /** Whether the project has such a field, or the message itself brings such a variable. */
  isKnown: boolean
  /** Whether it has a value for this recipient. */
  isFilled: boolean
  /** Whether every recipient has a value. */
  isCertain: boolean
  /** Whether it is printed somewhere without a fallback, and outside of a condition on it. */
  isPrintedBare: boolean
}

/** A link of a rendered document. */
export interface LinkFact extends FindingPlace {
  href: string
}

/** An image of a rendered document. */
export interface ImageFact extends FindingPlace {
  /** Null for an image without the attribute. */
  alt: string | null
  /** In bytes; null for an image of another place. */
  sizeBytes: number | null
}

/** What is known of a message before it is sent. */
export interface MessageFacts {
  type: 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS'
  /** Of all languages. */
  syntaxFaults: readonly TemplateFault[]
  /** Null for a message that was rendered. */
  failure: TemplateFault | null
  variables: readonly VariableFact[]
  /** Null for a message that could not be rendered, as all below. */
  subject: string | null
  /** Of the HTML as it leaves, in bytes. */
  sizeBytes: number | null
  links: readonly LinkFact[]
  images: readonly ImageFact[]
  /** How the recipient finds the way out, where the message was rendered. */
  wayOut: 'own link' | 'footer' | 'none' | null
  /** Null without a sender. */
  sender: { domain: string; isVerified: boolean } | null
}

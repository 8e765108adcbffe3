import type { MessageType } from '../message-kinds.js'
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
  /** Whether this recipient has a value. */
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

/** A colour of text on a ground in a design. */
export interface ContrastFact extends FindingPlace {
  colour: string
  ground: string
  contrast: number
}

/** The facts about a message that the rules judge. */
export interface MessageFacts {
  type: MessageType
  /** Of all languages. */
  syntaxFaults: readonly TemplateFault[]
  /** The faults of designs and MJML, of all languages. */
  sourceFaults: readonly TemplateFault[]
  /** The colours of designs that are hard to read, of all languages. */
  lowContrasts: readonly ContrastFact[]
  /** Null for a message that was rendered. */
  failure: TemplateFault | null
  variables: readonly VariableFact[]
  /** Null for a message that could not be rendered, as all below. */
  subject: string | null
  /** Of the HTML as it leaves, in bytes. */
  sizeBytes: number | null
  links: readonly LinkFact[]
  images: readonly ImageFact[]
  /** The places that show an image of this installation which does not exist. */
  missingImages: readonly FindingPlace[]
  /** The link by which the recipient can unsubscribe; null for a message that could not be rendered. */
  wayOut: 'own link' | 'footer' | 'none' | null
  /** Null without a sender. */
  sender: { domain: string; isVerified: boolean } | null
}

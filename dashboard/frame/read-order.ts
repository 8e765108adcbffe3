import { readMarkedElement, type MarkedElement } from './marked-element.js'

/** A message to show, as the page of the dashboard sends it. */
export interface ShowOrder {
  type: 'show'
  html: string
  /** The name of the document for screen readers. */
  title: string
  scheme: 'light' | 'dark'
  /** Whether the policy of this frame allows images of other hosts. */
  takesRemoteImages: boolean
  /** Whether elements of the message can be marked. */
  isMarkable: boolean
}

/** The element of the source to mark in the message; null for none. */
export interface MarkOrder {
  type: 'mark'
  element: MarkedElement | null
}

/** A request of the dashboard's page to the frame. */
export type FrameOrder = ShowOrder | MarkOrder

/** Reads an order from a message to the frame; null for any other message. */
export function readOrder(data: unknown): FrameOrder | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, html, title, scheme, takesRemoteImages, isMarkable, element } = data as Record<string, unknown>
  if (type === 'mark') return { type, element: readMarkedElement(element) }
  if (type !== 'show' || typeof html !== 'string' || typeof title !== 'string') return null
  return {
    type,
    html,
    title,
    scheme: scheme === 'dark' ? 'dark' : 'light',
    takesRemoteImages: takesRemoteImages === true,
    isMarkable: isMarkable === true,
  }
}

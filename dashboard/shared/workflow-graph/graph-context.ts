import { createContext, useContext } from 'react'
import type { Place } from '../workflow-draft/edit.js'

/** The screen position of a menu. */
export interface ScreenPoint {
  x: number
  y: number
}

/** The values that steps and transitions share. The object stays the same until one of them changes. */
export interface GraphContext {
  isReadOnly: boolean
  workflowId: string | undefined
  /** While a transition is drawn: why each step cannot be its target. A step that is missing can. */
  refusals: ReadonlyMap<string, string> | null
  /** Whether a step that is drawn for the first time gets the focus. */
  takesFocus: (stepId: string) => boolean
  openMenu: (place: Place, at: ScreenPoint) => void
  deleteTransition: (transitionId: string) => void
}

const Context = createContext<GraphContext | null>(null)

/** Provides the shared values to the parts of the canvas. */
export const GraphProvider = Context.Provider

/** The values that the parts of the canvas share. */
export function useGraph(): GraphContext {
  const graph = useContext(Context)
  if (!graph) throw new Error('This belongs onto a canvas')
  return graph
}

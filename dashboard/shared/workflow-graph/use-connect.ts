import { useCallback, useMemo, useRef, useState } from 'react'
import type { Connection, Edge, FinalConnectionState, HandleType } from '@xyflow/react'
import type { Draft } from '../workflow-draft/draft.js'
import type { Edit, Place } from '../workflow-draft/edit.js'
import { connectEdit } from '../workflow-draft/edits.js'
import { whyNotConnect, whyNotReconnect } from '../workflow-draft/graph.js'
import { branchOf, type TransitionEdge } from './drawing.js'
import type { ScreenPoint } from './graph-context.js'

interface Start {
  nodeId: string | null
  handleId: string | null
  handleType: HandleType | null
}

/**
 * Drawing a transition with the mouse: from an outcome to a step, or from the end of a transition to another step.
 * While one is drawn, every step that cannot be its target shows the reason. A drop on the empty canvas opens the menu
 * for a new step.
 */
export function useConnect(
  draft: Draft,
  edit: (edit: Edit) => void,
  openMenu: (place: Place, at: ScreenPoint) => void,
) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string> | null>(null)
  // The library reports the dragged end of a transition as that of a new one.
  const reconnected = useRef<string | null>(null)
  const onConnectStart = useCallback(
    (_event: unknown, { nodeId, handleId }: Start): void => {
      const taken = reconnected.current
      const why = (stepId: string): string | null =>
        taken === null
          ? whyNotConnect(draft, nodeId ?? '', branchOf(handleId), stepId)
          : whyNotReconnect(draft, taken, stepId)
      setRefusals(new Map(draft.steps.flatMap(({ id }) => entryOf(id, why(id)))))
    },
    [draft],
  )
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { toNode, fromNode, fromHandle }: FinalConnectionState): void => {
      setRefusals(null)
      if (toNode || !fromNode || reconnected.current !== null) return
      openMenu({ at: 'outcome', fromStepId: fromNode.id, branch: branchOf(fromHandle?.id) }, pointOf(event))
    },
    [openMenu],
  )
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection): void => edit(connectEdit(source, branchOf(sourceHandle), target)),
    [edit],
  )
  const onReconnect = useCallback(
    ({ id }: TransitionEdge, { target }: Connection): void =>
      edit({ type: 'reconnect', transitionId: id, toStepId: target }),
    [edit],
  )
  const onReconnectStart = useCallback((_event: unknown, { id }: TransitionEdge): void => {
    reconnected.current = id
  }, [])
  const onReconnectEnd = useCallback((): void => {
    reconnected.current = null
    setRefusals(null)
  }, [])
  const isValidConnection = useCallback(
    ({ target }: Connection | Edge): boolean => refusals === null || !refusals.has(target),
    [refusals],
  )
  const handlers = useMemo(
    () => ({
      onConnectStart,
      onConnectEnd,
      onConnect,
      onReconnect,
      onReconnectStart,
      onReconnectEnd,
      isValidConnection,
    }),
    [onConnectStart, onConnectEnd, onConnect, onReconnect, onReconnectStart, onReconnectEnd, isValidConnection],
  )
  return { refusals, handlers }
}

function entryOf(id: string, why: string | null): [string, string][] {
  return why === null ? [] : [[id, why]]
}

function pointOf(event: MouseEvent | TouchEvent): ScreenPoint {
  const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] ?? ORIGIN) : event
  return { x, y }
}

const ORIGIN = { clientX: 0, clientY: 0 }

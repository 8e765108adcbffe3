import { useEffect, useLayoutEffect, useRef } from 'react'
import type { EditorView } from 'prosemirror-view'
import type { TextPart } from '../../../../models/domain/design/design.js'
import type { TextPlace } from '../editor-store.js'
import { forgetSurface } from './active-surface.js'
import { focusSurface, giveText, mountSurface } from './mount-surface.js'
import type { SurfaceHooks } from './surface-hooks.js'

/** A wish for the focus; a new object is a new wish. */
export interface FocusWish {
  at: TextPlace
}

interface SurfaceProps {
  parts: readonly TextPart[]
  isLine: boolean
  /** The name of the text, for screen readers. */
  label: string
  className: string
  isReadOnly: boolean
  hooks: SurfaceHooks
  wish?: FocusWish | null
}

/** The text of a block while it is written. */
export function Surface(props: SurfaceProps) {
  const { parts, isLine, label, className, isReadOnly, wish = null } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    if (!host.current) return undefined
    const given = latest.current
    const mounted = mountSurface(host.current, given.parts, {
      isLine,
      label,
      className,
      isEditable: () => !latest.current.isReadOnly,
      hooks: () => latest.current.hooks,
    })
    view.current = mounted
    return () => {
      view.current = null
      forgetSurface(mounted)
      mounted.destroy()
    }
  }, [isLine, label, className])
  useLayoutEffect(() => {
    if (view.current) giveText(view.current, parts, isLine)
  }, [parts, isLine])
  useEffect(() => {
    if (view.current && wish) focusSurface(view.current, wish.at)
  }, [wish])
  return <div ref={host} data-read-only={isReadOnly || undefined} className="min-w-0" />
}

import { lazy, Suspense } from 'react'
import { t } from '../../messages/index.js'
import { join } from '../../ui/join.js'
import type { CodeEditorProps } from './editor-parts.js'

const MountedEditor = lazy(() => import('./codemirror.js'))

/**
 * An editor for HTML with Liquid, JSON or plain text. It is loaded when it is first shown. Tab indents; after Escape it
 * leaves the editor.
 */
export function CodeEditor(props: CodeEditorProps) {
  const height = props.height ?? 'min-h-32 max-h-[50vh]'
  const place = (
    <div role="status" aria-label={t.common.loading} className={join('rounded-control bg-raised', height)} />
  )
  return (
    <Suspense fallback={place}>
      <MountedEditor key={props.language} {...props} height={height} />
    </Suspense>
  )
}

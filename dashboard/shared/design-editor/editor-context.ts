import { createContext, use, useSyncExternalStore } from 'react'
import type { Brand } from '../../../models/domain/design/design.js'
import type { DesignStore, EditorState } from './editor-store.js'

/** A field that a text may name. */
export interface KnownField {
  /** Its name in a chip. */
  field: string
  label: string
}

/** What all parts of the editor share. */
export interface EditorContextValue {
  store: DesignStore
  brand: Brand
  projectName: string
  fields: readonly KnownField[]
  isReadOnly: boolean
  /** The window is too narrow for changes of the structure: only the text of blocks is edited. */
  isNarrow: boolean
  /** Whether conditions may name the data of an event. */
  scope: 'contact' | 'workflow'
}

export const EditorContext = createContext<EditorContextValue | null>(null)

/** The editor around a component. */
export function useEditor(): EditorContextValue {
  const value = use(EditorContext)
  if (!value) throw new Error('This component belongs into the visual editor')
  return value
}

/** A part of the state of the editor; the component is drawn anew when that part changes. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

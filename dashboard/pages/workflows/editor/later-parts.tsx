import { lazyPart } from '../../../shared/lazy-part.js'
import { WorkflowGraph } from '../../../shared/workflow-graph/workflow-graph.js'
import type { ArchiveOfWorkflowProps } from './archive-of-workflow.js'
import { DialogSkeleton } from './dialog-skeleton.js'
import type { EditorDialogsProps } from './editor-dialogs.js'
import { Selected } from './inspector/inspector.js'

/** The dialogs of the editor. */
export const EditorDialogs = lazyPart<EditorDialogsProps, 'EditorDialogs'>(
  () => import('./editor-dialogs.js'),
  'EditorDialogs',
  <DialogSkeleton />,
)

/** The archiving of the workflow. */
export const ArchiveOfWorkflow = lazyPart<ArchiveOfWorkflowProps, 'ArchiveOfWorkflow'>(
  () => import('./archive-of-workflow.js'),
  'ArchiveOfWorkflow',
)

/** The parts to preload, in the order in which they are likely to be needed. A small screen shows no drawing. */
export const LATER_PARTS = { narrow: [Selected, EditorDialogs], wide: [WorkflowGraph, Selected, EditorDialogs] }

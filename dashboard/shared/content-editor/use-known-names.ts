import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import type { CodeCompletion } from '../code-editor/editor-parts.js'
import type { KnownField } from '../design-editor/editor-context.js'
import { variableOf } from './variables.js'

const NOTHING: readonly never[] = []
const PREFIX = 'data.'

/** The fields that the texts of a design may name: those of contacts, then those that the page knows beside. */
export function useKnownNames(more: readonly CodeCompletion[] = NOTHING): readonly KnownField[] {
  const projectId = useProjectId()
  const { data } = useQuery({ ...read('GET /contacts/fields', { projectId }), staleTime: 60_000 })
  return useMemo(() => {
    const own = (data?.fields ?? NOTHING).map(({ field, isCustom }) =>
      isCustom ? field.slice(PREFIX.length) : variableOf({ field, isCustom }),
    )
    return [...own, ...more.map(({ label }) => label)].map((field) => ({ field, label: field }))
  }, [data, more])
}

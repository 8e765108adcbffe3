import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Answer } from '../../api/client.js'
import { describeError } from '../../shared/failure.js'
import type { Segment } from './filters.js'

// The API accepts this many addresses in one request.
const BATCH = 500

/** The outcome of adding addresses to a static segment. */
export type Added = Answer<'POST /segments/:id/members'>

const NOBODY: Added = { added: 0, created: 0, alreadyMembers: 0, notFound: [] }

/** Adds contacts to a static segment by their addresses, in one request after another; `add` says whether it could. */
export function useAddMembers({ id, projectId }: Segment) {
  const client = useQueryClient()
  const [done, setDone] = useState<{ count: number; of: number } | null>(null)
  const [result, setResult] = useState<Added | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const add = async (
    emails: readonly string[],
    options: { createMissing?: boolean; subscribed?: boolean } = {},
  ): Promise<boolean> => {
    let sum = NOBODY
    setErrorMessage(null)
    setResult(null)
    try {
      for (let from = 0; from < emails.length; from += BATCH) {
        setDone({ count: from, of: emails.length })
        const body = { emails: emails.slice(from, from + BATCH), ...options }
        sum = together(sum, await call('POST /segments/:id/members', { projectId, params: { id }, body }))
      }
      return true
    } catch (error) {
      setErrorMessage(describeError(error).message)
      return false
    } finally {
      setDone(null)
      setResult(sum)
      void client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id/contacts', id] })
      void client.invalidateQueries({ queryKey: [projectId, 'GET /segments/:id'] })
    }
  }
  return { add, done, result, errorMessage }
}

function together(one: Added, other: Added): Added {
  return {
    added: one.added + other.added,
    created: one.created + other.created,
    alreadyMembers: one.alreadyMembers + other.alreadyMembers,
    notFound: [...one.notFound, ...other.notFound],
  }
}

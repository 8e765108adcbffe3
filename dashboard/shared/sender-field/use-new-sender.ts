import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'

const NEWEST = { pageSize: 1 }

/** The sender of a new record: that of the newest campaign or template, until the user types another one. */
export function useNewSender(projectId: string) {
  const [typed, setFrom] = useState<string | null>(null)
  const { data: campaigns } = useQuery(read('GET /campaigns', { projectId, query: NEWEST }))
  const { data: templates } = useQuery(read('GET /templates', { projectId, query: NEWEST }))
  const all = [...(campaigns?.data ?? []), ...(templates?.data ?? [])]
  const last = all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
  return { from: typed ?? last?.from ?? '', setFrom, fromName: last?.fromName ?? null }
}

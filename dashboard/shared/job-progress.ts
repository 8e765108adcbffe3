import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../api/client.js'
import { every } from '../api/polling.js'
import { queryClient, read } from '../api/query.js'
import { isMissing } from './failure.js'

const POLL_MS = 1_000

/** The part of every job that says how far it is. */
interface Progress {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED'
}

/** Whether nothing of a job is left to do. */
export function isOver({ status }: Progress): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}

/** The interval of the poll of a job: a second until the job is over or deleted. A failed read is repeated. */
function pollUnlessOver({ state: { data, error } }: { state: { data: Progress | undefined; error: unknown } }) {
  return isMissing(error) || (data && isOver(data)) ? (false as const) : every(POLL_MS)()
}

/** A bulk change of contacts, as far as it is. */
export function useBulkJob(projectId: string, jobId: string) {
  return useQuery({
    ...read('GET /contacts/bulk/:jobId', { projectId, params: { jobId } }),
    refetchInterval: pollUnlessOver,
  })
}

/** An import of contacts or suppressions, as far as it is. */
export function useImportJob(projectId: string, jobId: string) {
  return useQuery({
    ...read('GET /contacts/import/:jobId', { projectId, params: { jobId } }),
    refetchInterval: pollUnlessOver,
  })
}

/** An export, as far as it is. */
export function useExportJob(projectId: string, jobId: string) {
  return useQuery({ ...read('GET /exports/:jobId', { projectId, params: { jobId } }), refetchInterval: pollUnlessOver })
}

/** Reads all lists of contacts, segments and suppressions again: a job has changed what they show. */
export function refreshContacts(projectId: string): void {
  const areas = /^(?:GET|POST) \/(?:contacts|segments|suppressions|audiences|activity)/
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [project, endpoint] }) =>
      project === projectId && typeof endpoint === 'string' && areas.test(endpoint),
  })
}

/** A bulk change of contacts as the API shows it. */
export type BulkJob = Answer<'GET /contacts/bulk/:jobId'>
/** An import as the API shows it. */
export type ImportJob = Answer<'GET /contacts/import/:jobId'>

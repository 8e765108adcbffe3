import { useId, type ComponentProps } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import { Input } from '../../ui/input.js'

// The most usual local parts, as first suggestions.
const FIRST_PARTS = ['hello', 'news', 'no-reply']

/** A field for the address of a sender, which proposes addresses of the verified domains. */
export function SenderInput(props: ComponentProps<'input'>) {
  const projectId = useProjectId()
  const id = useId()
  const { data } = useQuery(read('GET /domains/project/:projectId', { projectId, params: { projectId } }))
  const verified = (data ?? []).filter(({ verified }) => verified)
  return (
    <>
      <Input {...props} type="email" list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {verified.flatMap(({ domain }) =>
          FIRST_PARTS.map((part) => <option key={part + domain} value={`${part}@${domain}`} />),
        )}
      </datalist>
    </>
  )
}

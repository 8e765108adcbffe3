import { useMemo } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '../../commands/registry.js'

/** Opens and closes the dialog for a new thing of a list, which a command opens too. The address holds its state. */
export function useNewDialog({ id, title }: Pick<Command, 'id' | 'title'>) {
  const navigate = useNavigate()
  const dialog = useMemo(() => {
    const show = (isNew: true | undefined) => () =>
      void navigate({ to: '.', search: (search) => ({ ...search, isNew }) })
    return { open: show(true), close: show(undefined) }
  }, [navigate])
  useCommands(
    useMemo((): Command[] => [{ id, title, group: 'page', keys: 'c', run: dialog.open }], [id, title, dialog]),
  )
  return dialog
}

import { t } from '../../../messages/index.js'
import { Select } from '../../../ui/input.js'

/** The roles that can be given; the owner of a project stays its owner. */
export const GIVEN_ROLES = ['MEMBER', 'ADMIN'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** The choice of a role, in a row that names whose it is. */
export function RoleSelect({
  label,
  value,
  isDisabled,
  onChange,
}: {
  label: string
  value: string
  isDisabled: boolean
  onChange: (role: GivenRole) => void
}) {
  return (
    <Select
      aria-label={label}
      className="max-w-28"
      options={GIVEN_ROLES.map((role) => ({ value: role, label: t.session.roles[role] }))}
      value={value}
      disabled={isDisabled}
      onChange={({ target }) => onChange(GIVEN_ROLES.find((role) => role === target.value) ?? 'MEMBER')}
    />
  )
}

import { z } from 'zod'
import { GROUPS } from '../../runtime/config.js'
import { markdownTable } from './markdown-table.js'

/** The document of the settings, by its path from the project's folder. */
export const CONFIGURATION = 'docs/configuration.md'

const INTRODUCTION = `# Configuration

<!-- Made from the declarations in \`runtime/config/\` by \`npm run docs\`: change those. -->

The gateway, the worker and the commands for operators read environment variables; docker compose passes those of \`.env\`
to all of them. If a variable is invalid or missing, a process exits at startup with status 1 and a list of all such
variables. An empty variable counts as unset.

You can set \`X_FILE\` instead of any setting \`X\`: the name of a file that contains the value, such as a mounted secret
of Docker or Kubernetes. Line breaks at the end of the file are ignored.

With \`NODE_ENV=production\` a process also rejects:

- keys, secrets and passwords that others may know: those of examples, and those that are clearly not random;
- a missing \`GATEWAY_URL\`;
- \`http://\` in \`GATEWAY_URL\`, \`TRACKING_URL\`, \`DASHBOARD_URL\` and \`STRIPE_API_URL\`, except with the host \`localhost\`
  or \`127.0.0.1\`, to try Posthorn on one machine;
- \`SNS_TRUSTED_ORIGINS\` and \`OWNERSHIP_DNS_SERVERS\`;
- \`EMAIL_PROVIDER=ses\` without \`SNS_TOPIC_ARNS\`.

It logs a warning for settings that are rarely right in production: \`EMAIL_PROVIDER=log\`, \`ALLOW_TEST_DOMAINS\`,
\`WEBHOOK_ALLOW_PRIVATE=true\`, a password over unencrypted SMTP, and links to this machine.
`

type Row = [name: string, preset: string, meaning: string]

/** The document of the settings as their declarations say it, formatted. */
export function configurationDocument(): string {
  const sections = Object.entries(GROUPS).map(([title, { shape }]) => {
    const rows = Object.entries(shape).map(([name, schema]) => rowOf(name, schema))
    return `\n## ${title}\n\n${markdownTable([['Variable', 'Default', 'Meaning'], ...rows])}\n`
  })
  return INTRODUCTION + sections.join('')
}

function rowOf(name: string, schema: z.ZodType): Row {
  const { description, preset } = schema.meta() ?? {}
  if (!description) throw new Error(`${name} has no description`)
  return [`\`${name}\``, preset ?? presetOf(schema), description]
}

function presetOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const value: unknown = schema.def.defaultValue
    const text = [value].flat().join(',')
    return text === '' ? 'none' : `\`${text}\``
  }
  return schema instanceof z.ZodOptional ? 'none' : 'required'
}

import { z } from 'zod'
import { readDomainName } from '../../commands/sending/domains/domain-name.js'
import { RECORD_ANSWER_KINDS } from '../../models/domain/record-answers.js'
import { DOMAIN_STATUSES } from '../../models/sender-domain.js'
import { DateTime } from './date.js'
import { Id, idOf, resourceId } from './ids.js'

/** The path of a domain. */
export const DomainParams = z.object({ id: resourceId('domain') })

/** The path of the domains of a project. */
export const DomainListParams = z.object({ projectId: resourceId('project') })

/** The name of a sender domain. */
export const DomainName = z
  .string()
  .trim()
  .min(3)
  .max(300)
  .meta({ examples: ['news.example.org'] })
  .transform((text, context) => {
    const name = readDomainName(text)
    if (name !== null) return name
    const message = 'Enter a registrable domain, such as example.com, or a subdomain of one'
    context.addIssue({ code: 'custom', message, params: { code: 'invalid_string' } })
    return z.NEVER
  })
  .meta({
    description:
      'In any spelling: the domain is stored in lower case, without a dot at its end, and in punycode; of an ' +
      '`https://` URL the host counts. A public suffix, such as `co.uk` or `github.io`, is refused.',
  })

/** A domain to add. */
export const NewDomain = z
  .object({
    projectId: Id.optional().meta({ description: 'The project of the request, and no other.' }),
    domain: DomainName,
  })
  .meta({ id: 'DomainInput' })

const RecordAnswerResponse = z
  .object({
    kind: z.enum(RECORD_ANSWER_KINDS).meta({
      description:
        '`OTHER_VALUES`: records of the type with other values. `ADDRESSES`: addresses instead of an alias, as behind ' +
        'a proxy. `OTHER_NAME`: the record stands at the name in `values`, which ends with the zone twice. ' +
        '`NO_RECORDS`: no record of the type. `NO_SUCH_NAME`: no record at all. `NO_ANSWER`: DNS gave no answer.',
      examples: ['OTHER_VALUES'],
    }),
    values: z.array(z.string()).meta({
      description: 'The first three values, long ones cut. Anyone may have written them.',
      examples: [['v=DKIM1; k=rsa; p=MIIBIjANBgkq']],
    }),
    count: z.int().meta({ description: 'How many there are.', examples: [1] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'The error of the resolver, such as `ETIMEOUT`.', examples: [null] }),
    checkedAt: DateTime,
  })
  .meta({ id: 'DomainRecordAnswer' })

const DomainRecordResponse = z
  .object({
    type: z.enum(['CNAME', 'MX', 'TXT']).meta({ examples: ['TXT'] }),
    name: z.string().meta({ examples: ['posthornmdx2k1._domainkey.news.example.org'] }),
    value: z.string().meta({ examples: ['v=DKIM1; k=rsa; p=MIIBIjANBgkq'] }),
    priority: z
      .int()
      .optional()
      .meta({ examples: [10] }),
    purpose: z.enum(['OWNERSHIP', 'DKIM', 'MAIL_FROM', 'SPF', 'DMARC']).meta({
      description: '`OWNERSHIP` shows that the domain belongs to this project.',
    }),
    required: z.boolean().meta({ description: 'Whether the domain is verified only with it.' }),
    verified: z.boolean().meta({ description: 'Whether the last check found it in DNS.' }),
    answer: RecordAnswerResponse.nullable().meta({
      description: 'What DNS answered instead; null for a record that was found, or not looked for yet.',
      examples: [null],
    }),
  })
  .meta({ id: 'DomainRecord' })

/** A sender domain as the API shows it. */
export const DomainResponse = z
  .object({
    id: idOf('domain'),
    projectId: idOf('project'),
    domain: z.string().meta({ examples: ['news.example.org'] }),
    verified: z.boolean().meta({ description: 'Whether mail may be sent from it.', examples: [false] }),
    status: z.enum(DOMAIN_STATUSES).meta({ examples: ['PENDING'] }),
    dkimTokens: z
      .array(z.string())
      .meta({ description: 'The tokens of Easy DKIM at SES; else empty.', examples: [[]] }),
    records: z.array(DomainRecordResponse),
    zone: z
      .object({
        name: z.string().meta({ examples: ['example.org'] }),
        nameServers: z.array(z.string()).meta({ examples: [['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']] }),
      })
      .meta({ id: 'DomainZone' })
      .nullable()
      .meta({
        description: 'The zone of DNS that the domain belongs to, once a check has missed a record.',
        examples: [null],
      }),
    message: z
      .string()
      .nullable()
      .meta({
        description:
          'The reason why the domain is not verified, or what the last check did not find; null if there is nothing ' +
          'to do.',
        examples: [null],
      }),
    lastCheckedAt: DateTime.nullable(),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Domain' })

/** The domains of a project, newest first. */
export const DomainList = z.array(DomainResponse).meta({ id: 'DomainList' })

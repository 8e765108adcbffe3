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
      'The domain or an `https://` URL on it. Stored in lower case and punycode, without a trailing dot. Public ' +
      'suffixes, such as `co.uk` or `github.io`, are rejected.',
  })

/** A domain to add. */
export const NewDomain = z
  .object({
    projectId: Id.optional().meta({ description: 'The project of the request.' }),
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
      description: 'The first three values; long ones are truncated. Untrusted content from DNS.',
      examples: [['v=DKIM1; k=rsa; p=MIIBIjANBgkq']],
    }),
    count: z.int().meta({ description: 'The number of values.', examples: [1] }),
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
    required: z.boolean().meta({ description: 'Whether verification requires this record.' }),
    verified: z.boolean().meta({ description: 'Whether the last check found it in DNS.' }),
    answer: RecordAnswerResponse.nullable().meta({
      description: 'The values DNS returned instead. Null if the record was found or not checked yet.',
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
    verified: z.boolean().meta({ description: 'Whether you can send email from this domain.', examples: [false] }),
    status: z.enum(DOMAIN_STATUSES).meta({ examples: ['PENDING'] }),
    dkimTokens: z.array(z.string()).meta({ description: 'Easy DKIM tokens of SES; otherwise empty.', examples: [[]] }),
    records: z.array(DomainRecordResponse),
    zone: z
      .object({
        name: z.string().meta({ examples: ['example.org'] }),
        nameServers: z.array(z.string()).meta({ examples: [['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']] }),
      })
      .meta({ id: 'DomainZone' })
      .nullable()
      .meta({
        description: 'The DNS zone of the domain. Set once a check has found a record missing.',
        examples: [null],
      }),
    message: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the domain is not verified, or which records the last check did not find. Null if there is nothing ' +
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

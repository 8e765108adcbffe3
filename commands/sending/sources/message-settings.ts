import type { ProjectRecord } from '../../../models/project.js'
import type { Config } from '../../../runtime/config.js'
import type { SourceContext } from './sent-content.js'

/** The settings of an installation and the project that decide about templates and campaigns. */
export interface MessageSettings extends SourceContext {
  project: SourceContext['project'] & Pick<ProjectRecord, 'utm'>
  allowTestDomains: boolean
}

/** These settings of a project. */
export function messageSettings(
  project: ProjectRecord,
  { ALLOW_TEST_DOMAINS, GATEWAY_URL }: Pick<Config, 'ALLOW_TEST_DOMAINS' | 'GATEWAY_URL'>,
): MessageSettings {
  return { project, gatewayUrl: GATEWAY_URL, allowTestDomains: ALLOW_TEST_DOMAINS }
}

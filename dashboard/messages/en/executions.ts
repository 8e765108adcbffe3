/** The texts of the pages on executions of workflows. */
export const executions = {
  title: 'Executions',
}

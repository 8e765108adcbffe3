/** What a server answers to a command: its status, and its lines as they came, each with the status before it. */
export interface Reply {
  status: number
  text: string
}

/** Whether the server has done what the command asks (RFC 5321, 4.2.1). */
export const isDone = ({ status }: Reply): boolean => status >= 200 && status < 300

/** Whether the server waits for more of what the command asks. */
export const isGoAhead = ({ status }: Reply): boolean => status >= 300 && status < 400

/** Whether the server refuses what the command asks. */
export const isRefusal = ({ status }: Reply): boolean => status >= 400

/** Whether the server ends the connection, whatever the command was (RFC 5321, 3.8). */
export const isLeaving = ({ status }: Reply): boolean => status === 421

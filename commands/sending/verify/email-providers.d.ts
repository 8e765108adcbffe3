declare module 'email-providers' {
  /** Domains of free-mail providers. */
  const domains: readonly string[]
  export default domains
}

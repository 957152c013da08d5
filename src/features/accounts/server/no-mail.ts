/**
 * The end of the e-mail that stands in for one where a guardian gave none, for the auth library wants every
 * account to have one. No mail can ever reach the domain (RFC 2606).
 */
export const NO_MAIL = "@no-mail.invalid"

/** The e-mail as people see it: empty for one that only stands in. */
export function shownEmail(email: string): string {
  return email.endsWith(NO_MAIL) ? "" : email
}

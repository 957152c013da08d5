/**
 * The suffix of the placeholder e-mail for guardians who gave none, because the auth library requires one for
 * every account. No mail can reach this domain (RFC 2606).
 */
export const NO_MAIL = "@no-mail.invalid"

/** The e-mail to show: empty for a placeholder. */
export function shownEmail(email: string): string {
  return email.endsWith(NO_MAIL) ? "" : email
}

/** Where a trial shows the pages of its gateway. The gateway has them under the same path, so nothing is rewritten. */
export const GATEWAY_PAGES = "/dev/gateway"

/** The page on which an order of the gateway is paid. */
export const PAY_PAGES = `${GATEWAY_PAGES}/pay`

/** React Router looks for the site map here. */
export { default } from "./app/routes.ts"

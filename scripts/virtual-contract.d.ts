declare module "virtual:contract" {
  const contract: import("@orpc/contract").AnyContractRouter
  export default contract
}

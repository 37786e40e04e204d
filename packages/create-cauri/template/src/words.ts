/** What the pages of the shop say. The sentences about payments come from cauri. */
export const words = {
//? language=en
  language: "en",
  shop: "The bakery",
  goods: "Two loaves",
  offer: "Two loaves: 500 F CFA",
  pay: "Pay with mobile money",
  order: "Your order",
  payNow: "Go to the payment page",
  back: "Back to the shop",
//? language=fr
  language: "fr",
  shop: "La boulangerie",
  goods: "Deux pains",
  offer: "Deux pains\u00A0: 500 F CFA",
  pay: "Payer par mobile money",
  order: "Votre commande",
  payNow: "Aller à la page de paiement",
  back: "Retour à la boutique",
//?
} as const

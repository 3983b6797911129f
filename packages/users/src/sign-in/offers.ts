import type { OfferLook, SignInMethod, SignInOffer, SignInPlace, StepView } from '@org/identity-core';

/** What all methods offer on a page, in the order of the page. */
export function offersOf(methods: readonly SignInMethod[], view: StepView, place: SignInPlace): SignInOffer[] {
  return methods
    .flatMap((method) => {
      const offer = method.offer?.(view, place);
      return offer ? [{ order: method.order, ...offer }] : [];
    })
    .toSorted((one, other) => one.order - other.order);
}

type Known = Pick<OfferLook, 'email' | 'describedBy'>;

/** The forms of a page on which anybody signs in: below the one with the email, and separated from it. */
export function formsBelow(offers: readonly SignInOffer[], known: Known, { divided }: { divided: boolean }) {
  const withEmail = offers.some(({ button }) => button !== undefined);
  return offers
    .flatMap(({ form }) => form ?? [])
    .map((form, index) =>
      form({ kind: 'secondary', divider: divided && withEmail && index === 0, withEmail, ...known }),
    );
}

/** The forms of a page on which a known user confirms who they are. One of them has the main button. */
export function formsOfUser(offers: readonly SignInOffer[], known: Known) {
  const own = offers.filter(({ form }) => form !== undefined);
  const main = own.filter(({ minor }) => minor !== true);
  const preferred = main.find((offer) => offer.preferred === true) ?? main[0];
  return own.map((offer) => {
    const isMain = preferred === undefined || offer === preferred;
    const divider = main.some((other) => other !== offer && own.indexOf(other) < own.indexOf(offer));
    return offer.form?.({ kind: isMain ? 'primary' : 'secondary', divider, withEmail: false, ...known });
  });
}

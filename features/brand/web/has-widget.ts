import { ownWidgetPath } from '#features/feedback/own-widget.ts'
import type { CheckedBrand } from '../rules.ts'

/** The portal's own widget: no logo is needed to show whose it is. */
export const isOwn = ({ feedbackWidget }: CheckedBrand) => feedbackWidget === ownWidgetPath

/** A third party's widget is loaded only if the laboratory has a logo; the portal's own needs none. */
export const hasWidget = (brand: CheckedBrand) => isOwn(brand) || Boolean(brand.feedbackWidget && brand.companyLogo)

/**
 * Whether the customer of the retailer ($1) is a treated unit of the experiment, and the unit governs the person at the
 * instant: until the experiment ends, and at least until the window closes.
 */
export const isTreatedAt = (experimentId: string, customerId: string, at: string): string =>
  `EXISTS (SELECT FROM experiment_people p
             JOIN experiment_units u ON u.retailer_id = p.retailer_id AND u.experiment_id = p.experiment_id
                                    AND u.person_id = p.person_id
             JOIN experiments e ON e.retailer_id = p.retailer_id AND e.id = p.experiment_id
            WHERE p.retailer_id = $1 AND p.experiment_id = ${experimentId} AND p.customer_id = ${customerId}
              AND NOT u.held AND ${at} >= u.assigned_at
              AND (e.ended_at IS NULL OR ${at} < greatest(e.ended_at, u.closes_at)))`;

/** The customers of the retailer ($1) who are one unit of the experiment with this one. */
export const recordsOfUnit = (experimentId: string, customerId: string): string =>
  `SELECT other.customer_id FROM experiment_people named
     JOIN experiment_people other ON other.retailer_id = named.retailer_id AND other.experiment_id = named.experiment_id
                                 AND other.person_id = named.person_id
    WHERE named.retailer_id = $1 AND named.experiment_id = ${experimentId} AND named.customer_id = ${customerId}`;

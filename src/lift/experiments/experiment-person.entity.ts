import { RetailerRow } from '#libs/database';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ExperimentUnit } from './experiment-unit.entity.js';

/** A customer record that belongs to a unit: records with one address are one person. */
@Entity({ name: 'experiment_people' })
@Index('experiment_people_customer_idx', ['customerId', 'retailerId'])
@Index('experiment_people_person_idx', ['retailerId', 'experimentId', 'personId'])
export class ExperimentPerson extends RetailerRow {
  @PrimaryColumn({ type: 'uuid' })
  experimentId!: string;

  @PrimaryColumn({ type: 'uuid' })
  customerId!: string;

  @Column({ type: 'uuid' })
  personId!: string;

  @ManyToOne(() => ExperimentUnit, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'retailer_id', referencedColumnName: 'retailerId' },
    { name: 'experiment_id', referencedColumnName: 'experimentId' },
    { name: 'person_id', referencedColumnName: 'personId' },
  ])
  unit?: ExperimentUnit;
}
